// Brings the page to life. Python itself is not loaded before the reader shows intent.

import { liveCells } from "./cells.js";
import { liveExercise } from "./exercise.js";
import { tips } from "./hover.js";
import { keepForLater } from "./offline.js";
import { showProgress } from "./progress.js";

const all = (selector) => [...document.querySelectorAll(selector)];
const cells = document.getElementById("live-cells");

if (cells) liveCells(JSON.parse(cells.textContent));
all(".hbh-exercise").forEach(liveExercise);
all(".hbh-progress").forEach(showProgress);
tips();
keepForLater();
