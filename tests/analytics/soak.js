// Views pages and loads new ones at random, until `localStorage` says that it is over.
import { create } from '/analytics/index.mjs';

const { server, domainId, pause } = JSON.parse(localStorage.soak);
const client = create(server);
const between = (low, high) => low + Math.random() * (high - low);
// In `localStorage`, so that another page can read the counts while this one loads.
const add = (name) => {
  const key = `${sessionStorage.tab} ${name}`;
  localStorage[key] = Number(localStorage[key] ?? 0) + 1;
  return localStorage[key];
};

function view() {
  const siteLocation = `${location.origin}/${sessionStorage.tab}/${add('views')}/`;
  const recording = client.record(domainId, { siteLocation });
  recording.id.then(
    (id) => id && add('acknowledged'),
    () => add('rejected'),
  );
  recording.stop();
}

function act() {
  if (localStorage.isOver) return;
  if (Math.random() < 0.15) {
    add('loads');
    location.reload();
  } else {
    view();
    setTimeout(act, between(0, pause));
  }
}

window.isIdle = () => !Object.keys(sessionStorage).some((name) => name.startsWith('analytics '));

// A page often begins with a view and sometimes ends during it.
act();
