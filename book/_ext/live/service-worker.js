// Keeps what a reader has used, for the next visit and for the times without a network.
// It serves files of one deploy only: each is checked against the hash that this deploy gave it.

const CACHE = "site-VERSION";
const FILES = {}; // FILES
const SITE = new URL("./", self.location).href;
const ALWAYS = /^(live|vendor\/pyodide|vendor\/codemirror)\//; // what any page may need later

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(takeOver()));
self.addEventListener("message", (event) => event.waitUntil(keep(event.data.keep)));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method === "GET" && request.url.startsWith(SITE)) event.respondWith(answer(request));
});

async function takeOver() {
  const old = (await caches.keys()).filter((name) => name.startsWith("site-") && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
  await self.clients.claim();
}

/** Keep the files that a page has loaded before this worker was there, and those of Python. */
async function keep(addresses) {
  const always = Object.keys(FILES).filter((path) => ALWAYS.test(path));
  const all = [...addresses, ...always.map((path) => SITE + path)];
  for (const address of all) {
    const request = new Request(new URL(address, SITE));
    try {
      if (!(await kept(request))) await load(request);
    } catch {
      return; // no network: the next page asks again
    }
  }
}

async function answer(request) {
  // A page itself is asked of the network first, since it shows whether there is a new deploy.
  const isPage = request.mode === "navigate";
  const found = await kept(request);
  if (found && !isPage) return found;
  try {
    return await load(request);
  } catch (error) {
    if (found) return found;
    throw error;
  }
}

async function kept(request) {
  return (await caches.open(CACHE)).match(request, { ignoreVary: true });
}

/** Load a file, and keep it if it is the one of this deploy. */
async function load(request) {
  // Asked anew, since a browser's own cache may hold the file of another deploy.
  const response = await fetch(request.url, { cache: "no-cache" });
  if (response.redirected) return fetch(request);
  if (!response.ok) return response;
  const body = await response.clone().arrayBuffer();
  const isOurs = (await sha256(body)) === FILES[pathOf(request.url)];
  const cache = await caches.open(CACHE);
  if (isOurs) await cache.put(request, response.clone());
  else if (pathOf(request.url) in FILES) await giveWay();
  return response;
}

/** A newer deploy is there: forget this one, so that no page mixes both, and fetch its worker. */
async function giveWay() {
  await caches.delete(CACHE);
  await self.registration.update().catch(() => {});
}

function pathOf(address) {
  const path = decodeURIComponent(new URL(address).href.slice(SITE.length).split(/[?#]/)[0]);
  return path === "" || path.endsWith("/") ? `${path}index.html` : path;
}

async function sha256(body) {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", body));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
