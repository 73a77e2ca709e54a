(function () {
  "use strict";
  var frames = Array.prototype.slice.call(document.querySelectorAll("#strip figure"));
  if (frames.length < 2) return;
  var player = document.createElement("section");
  player.className = "player";
  player.setAttribute("aria-label", "Player");
  var screen = frames[0].cloneNode(true);
  screen.querySelector("figcaption").setAttribute("aria-live", "polite");
  var controls = document.createElement("div");
  controls.className = "controls";
  player.appendChild(screen);
  player.appendChild(controls);
  var now = 0, timer = null;
  function button(text, action) {
    var made = document.createElement("button");
    made.type = "button";
    made.textContent = text;
    made.addEventListener("click", action);
    controls.appendChild(made);
    return made;
  }
  // A transform moves smoothly in every browser; x and y do not.
  function place(use, like) {
    var x = like.getAttribute("x") || 0, y = like.getAttribute("y") || 0;
    if (use === like) { use.removeAttribute("x"); use.removeAttribute("y"); }
    use.style.transform = "translate(" + x + "px, " + y + "px)";
  }
  function show(next) {
    now = Math.max(0, Math.min(frames.length - 1, next));
    var from = screen.querySelector("svg"), to = frames[now].querySelector("svg");
    var old = from.querySelectorAll("use"), fresh = to.querySelectorAll("use");
    if (old.length === fresh.length) {
      fresh.forEach(function (use, index) {
        ["href", "opacity"].forEach(function (name) {
          if (use.hasAttribute(name)) old[index].setAttribute(name, use.getAttribute(name));
          else old[index].removeAttribute(name);
        });
        place(old[index], use);
      });
    } else {
      from.innerHTML = to.innerHTML;
      from.querySelectorAll("use").forEach(function (use) { place(use, use); });
    }
    from.setAttribute("aria-label", to.getAttribute("aria-label"));
    screen.querySelector("figcaption").textContent = frames[now].querySelector("figcaption").textContent;
    slider.value = String(now);
    if (now === frames.length - 1) stop();
  }
  function stop() {
    clearInterval(timer);
    timer = null;
    play.textContent = "Play";
  }
  function toggle() {
    if (timer !== null) return stop();
    if (now === frames.length - 1) show(0);
    play.textContent = "Pause";
    timer = setInterval(function () { show(now + 1); }, 600);
  }
  button("Back", function () { stop(); show(now - 1); });
  var play = button("Play", toggle);
  button("Forward", function () { stop(); show(now + 1); });
  var slider = document.createElement("input");
  slider.type = "range";
  slider.min = "0";
  slider.max = String(frames.length - 1);
  slider.value = "0";
  slider.setAttribute("aria-label", "Move");
  slider.addEventListener("input", function () { stop(); show(Number(slider.value)); });
  controls.appendChild(slider);
  player.addEventListener("keydown", function (event) {
    if (event.target === slider) return;
    if (event.key === "ArrowLeft") { stop(); show(now - 1); }
    if (event.key === "ArrowRight") { stop(); show(now + 1); }
  });
  screen.querySelector("svg").style.width = "calc(" + screen.querySelector("svg").viewBox.baseVal.width + " * 56px)";
  var strip = document.getElementById("strip");
  strip.parentNode.insertBefore(player, strip);
  screen.querySelectorAll("use").forEach(function (use) { place(use, use); });
  show(0);
})();
