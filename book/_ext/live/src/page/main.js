// Brings the page to life. Python itself is not loaded before the reader shows intent.

import { liveCells } from "./cells.js";
import { element } from "./dom.js";
import { liveExercise } from "./exercise.js";
import { keepForLater } from "./offline.js";
import { showProgress } from "./progress.js";
import { isSupported } from "./python.js";

const all = (selector) => [...document.querySelectorAll(selector)];

if (isSupported) {
  const cells = document.getElementById("live-cells");
  if (cells) liveCells(JSON.parse(cells.textContent));
  all(".hbh-exercise").forEach(liveExercise);
  keepForLater();
} else {
  const note = "To run code here, open the book through a web server: python -m http.server";
  all(".hbh-exercise").forEach((box) => box.append(element("p", { class: "live-note" }, note)));
}
all(".hbh-progress").forEach(showProgress);
