// Bring the page's pictures to life. Where one fails, its still figure stays.

for (const host of document.querySelectorAll("[data-interactive]")) {
  const { mount } = await import(`./${host.dataset.interactive}.js`);
  const live = mount(JSON.parse(host.querySelector("script").textContent));
  live.classList.add("hbh-live");
  host.querySelector(".hbh-still")?.remove();
  host.append(live);
}
