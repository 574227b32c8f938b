// Keeps the whole site, of one deploy: for the next visit and for the times without a network.
// Every file is checked against the hash that this deploy gave it, and all are there before the
// first one is served. So a page never mixes two deploys, wherever the network fails.

const CACHE = "site-VERSION";
const FILES = {}; // FILES
const SITE = new URL("./", self.location).href;
const AT_ONCE = 6; // downloads

self.addEventListener("install", (event) => event.waitUntil(fill()));
self.addEventListener("activate", (event) => event.waitUntil(takeOver()));
self.addEventListener("message", ({ data }) => data === "take over" && self.skipWaiting());
self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method === "GET" && request.url.startsWith(SITE)) event.respondWith(answer(event));
});

/** Keep every file, or fail: the browser tries again on the next visit. */
async function fill() {
  const cache = await caches.open(CACHE);
  const left = Object.entries(FILES);
  const next = async () => {
    for (let file = left.pop(); file; file = left.pop()) {
      const [path, hash] = file;
      await cache.put(SITE + path, (await kept(path, hash)) ?? (await loaded(path, hash)));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, next));
}

/** Return a file from what this or an older deploy has kept. */
async function kept(path, hash) {
  const response = await caches.match(SITE + path);
  return response && (await isOurs(response, hash)) ? response : undefined;
}

/** Load a file; another one than this deploy's is an error. */
async function loaded(path, hash) {
  // Asked anew, since a browser's own cache may hold the file of another deploy.
  const response = await fetch(SITE + path, { cache: "no-cache" });
  if (!response.ok || !(await isOurs(response, hash))) throw new Error(`${path} is of another deploy`);
  const { headers } = response; // without the mark of a redirect, which pages may not have
  return new Response(await response.blob(), { headers });
}

async function isOurs(response, hash) {
  const body = await response.clone().arrayBuffer();
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", body));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("") === hash;
}

async function takeOver() {
  const old = (await caches.keys()).filter((name) => name.startsWith("site-") && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
  await self.clients.claim();
}

async function answer({ request, clientId }) {
  if (request.mode === "navigate" && (await givesWay(request))) {
    return new Response("", { headers: { Refresh: "0" } });
  }
  if (request.mode !== "navigate" && (await isOfAnother(clientId))) return fetch(request);
  const cache = await caches.open(CACHE);
  return (await cache.match(SITE + pathOf(request.url))) ?? fetch(request);
}

/** Let a newer deploy take over when the only open page is loaded again. */
async function givesWay(request) {
  const { waiting } = self.registration;
  if (!waiting || !request.isReloadNavigation) return false;
  if ((await self.clients.matchAll({ type: "window" })).length > 1) return false;
  waiting.postMessage("take over");
  return true;
}

/** Tell whether a page came from the network, because this deploy has none at its address. */
async function isOfAnother(clientId) {
  const client = clientId && (await self.clients.get(clientId));
  return Boolean(client) && !(pathOf(client.url) in FILES);
}

function pathOf(address) {
  const path = decodeURIComponent(new URL(address).href.slice(SITE.length).split(/[?#]/)[0]);
  return path === "" || path.endsWith("/") ? `${path}index.html` : path;
}
