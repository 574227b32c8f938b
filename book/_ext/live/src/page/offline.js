// After the first result, keep the page and Python for the times without a network.

import { on } from "./python.js";

const SITE = new URL("../../", import.meta.url);
let isAsked = false;

/** Register the service worker once Python gave a result. */
export function keepForLater() {
  if (!("serviceWorker" in navigator)) return;
  on("result", async () => {
    if (isAsked) return;
    isAsked = true;
    try {
      await navigator.serviceWorker.register(new URL("service-worker.js", SITE));
      const { active } = await navigator.serviceWorker.ready;
      active.postMessage({ keep: seen() });
    } catch {
      isAsked = false; // private windows, for one, refuse; the page works on with the network
    }
  });
}

/** Return the addresses of this site that the page has loaded. */
function seen() {
  const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
  const own = [location.href, ...loaded].map((address) => new URL(address));
  const inSite = own.filter((address) => address.href.startsWith(SITE.href));
  return [...new Set(inSite.map((address) => address.pathname + address.search))];
}
