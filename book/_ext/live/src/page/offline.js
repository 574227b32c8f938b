// After the first result, keep the site for the times without a network; tell of a newer one.

import { button, element } from "./dom.js";
import { isBusy, on } from "./python.js";

const SITE = new URL("../../", import.meta.url);
const QUIET = 2_000; // milliseconds without a job: what the reader waits for comes first
let waiting;

/** Register the service worker once Python gave a result, and watch for a newer deploy. */
export async function keepForLater() {
  const { serviceWorker } = navigator;
  if (!serviceWorker) return;
  on("result", () => {
    clearTimeout(waiting);
    waiting = setTimeout(register, QUIET);
  });
  if (!serviceWorker.controller) return;
  serviceWorker.addEventListener("controllerchange", () => location.reload());
  const registration = await serviceWorker.getRegistration();
  if (registration) tellOfNewer(registration);
}

function register() {
  if (isBusy()) return; // the next result asks again
  // Private windows, for one, refuse; the page works on with the network.
  navigator.serviceWorker.register(new URL("service-worker.js", SITE)).catch(() => {});
}

function tellOfNewer(registration) {
  if (registration.waiting) return offer(registration.waiting);
  registration.addEventListener("updatefound", () => {
    const { installing } = registration;
    installing.addEventListener("statechange", () => {
      if (installing.state === "installed") offer(installing);
    });
  });
}

/** Offer the newer deploy. All pages of the book are loaded again, since no two may differ. */
function offer(worker) {
  const take = button("Load it", () => worker.postMessage("take over"));
  const text = "There is a newer version of this book. Your code stays. ";
  document.querySelector("main").prepend(element("p", { class: "live-newer", role: "status" }, text, take));
}
