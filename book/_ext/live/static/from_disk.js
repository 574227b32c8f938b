// Browsers load no modules from the disk, so the page's program can't say this by itself.
addEventListener("DOMContentLoaded", () => {
  if (location.protocol !== "file:") return;
  document.querySelectorAll(".hbh-exercise").forEach((box) => {
    const note = document.createElement("p");
    note.className = "live-note";
    note.textContent =
      "To run code in the page, open the book through a web server: python -m http.server";
    box.append(note);
  });
});
