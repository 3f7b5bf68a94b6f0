/** Runs in which one looks back. */
export const PAST_CASES = [
  { name: '475 people, 120 rounds', query: 'rounds=120' },
  { name: '10,000 people, 120 rounds', query: 'network=scale-free&agents=10000&rounds=120' },
  { name: '100,000 people, 20 rounds', query: 'network=scale-free&agents=100000&rounds=20' },
  { name: '1,000,000 people, 20 rounds', query: 'network=scale-free&agents=1000000&rounds=20' },
  { name: '2,000 librarians, 30 cycles', query: 'model=librarian&agents=2000&rounds=30' },
  { name: '1,000 traders, 60 ticks', query: 'model=workflow&agents=1000&rounds=60' },
];

const STEPS = 120;
const LOOKS = 24;
const HASH = 'button[aria-label="Run hash"]';

/**
 * The ruler dragged over the whole run and back, milliseconds between pictures; then rounds chosen at random, milliseconds
 * from the press to the hash of that round, which comes with all that the engine tells of it.
 */
export async function pastCosts(page) {
  await page.getByText('Paused', { exact: true }).waitFor({ timeout: 300_000 });
  await page.keyboard.press('f');
  await page.waitForTimeout(500);
  const ruler = await page.locator('[data-ruler] canvas').first().boundingBox();
  const y = ruler.y + 12;
  const [first, last] = [ruler.x + 150, ruler.x + ruler.width - 220];
  const at = part => first + (last - first) * part;
  await page.evaluate(countPictures);
  await page.mouse.move(last, y);
  await page.mouse.down();
  for (let step = STEPS; step >= -STEPS; step--) await page.mouse.move(at(Math.abs(step) / STEPS), y);
  await page.mouse.up();
  const pictures = await page.evaluate(() => globalThis.pictures.splice(0));
  const looks = [];
  for (let look = 0; look < LOOKS; look++) looks.push(await lookAt(page, at(((look * 7919) % 97) / 97), y));
  return {
    pictures: pictures.length,
    picture_p50: quantile(pictures, 0.5),
    picture_p95: quantile(pictures, 0.95),
    look_p50: quantile(looks, 0.5),
    look_p95: quantile(looks, 0.95),
  };
}

/** Milliseconds until the hash of the round under a place is there. */
async function lookAt(page, x, y) {
  await page.mouse.move(x, y);
  await page.evaluate(selector => {
    const hash = document.querySelector(selector);
    globalThis.looked = new Promise(there => {
      addEventListener(
        'pointerdown',
        () => {
          const start = performance.now();
          const watch = () =>
            /^[0-9a-f]{8}$/.test(hash.textContent)
              ? there(performance.now() - start)
              : requestAnimationFrame(watch);
          requestAnimationFrame(() => requestAnimationFrame(watch));
        },
        { once: true, capture: true },
      );
    });
  }, HASH);
  await page.mouse.down();
  await page.mouse.up();
  return page.evaluate(() => globalThis.looked);
}

/** In the page: notes the milliseconds between two pictures. */
function countPictures() {
  globalThis.pictures = [];
  let last = performance.now();
  const next = () => {
    const now = performance.now();
    globalThis.pictures.push(now - last);
    last = now;
    requestAnimationFrame(next);
  };
  requestAnimationFrame(next);
}

function quantile(values, q) {
  const sorted = [...values].sort((a, b) => a - b);
  return Math.round(sorted[Math.floor(q * (sorted.length - 1))] * 10) / 10;
}
