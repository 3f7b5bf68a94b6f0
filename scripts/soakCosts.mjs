// What a long run costs as it goes on: pictures, and memory after a collection of garbage.
const SOAK_QUERY = 'network=scale-free&agents=10000&rounds=1';

/** One row a part of the run. */
export const SOAK_CASES = [{ name: '10,000 agents, as fast as it goes, for long', query: SOAK_QUERY }];

/**
 * Plays as fast as it goes.
 * @param minutes of the whole
 * @param traced costs of the pictures that are drawn while something is done
 * @returns at the beginning and after each tenth: minutes, rounds, megabytes of the page and of its workers, pictures
 */
export async function soakCosts(page, minutes, traced) {
  const heaps = await connectHeaps(page);
  const roundOf = async () =>
    Number(
      /Round ([\d,]+)/.exec(await page.getByRole('status').first().innerText())?.[1].replaceAll(',', ''),
    );
  await page.getByRole('slider', { name: 'Speed' }).press('End');
  const play = page.getByRole('button', { name: 'Play', exact: true });
  await play.click();
  await page.waitForTimeout(5_000);
  const begun = performance.now();
  const parts = [];
  for (let part = 0; part <= 10; part++) {
    while (performance.now() - begun < (part * minutes * 60_000) / 10) await page.waitForTimeout(500);
    // It pauses by itself at a gigabyte, and at each doubling.
    if (await play.isVisible()) await play.click();
    const pictures = await traced(page, () => page.waitForTimeout(8_000));
    parts.push({
      minutes: Math.round((performance.now() - begun) / 6_000) / 10,
      rounds: await roundOf(),
      ...(await heaps()),
      ...pictures,
    });
    process.stderr.write(`${JSON.stringify(parts.at(-1))}\n`);
  }
  return { parts };
}

/** @returns what measures the heaps of page and workers, arrays' buffers among them, MB */
async function connectHeaps(page) {
  const session = await page.context().newCDPSession(page);
  const workers = [];
  const waiting = new Map();
  session.on('Target.attachedToTarget', ({ sessionId }) => workers.push(sessionId));
  session.on('Target.receivedMessageFromTarget', ({ message }) => {
    const { id, result } = JSON.parse(message);
    waiting.get(id)?.(result);
  });
  await session.send('Target.setAutoAttach', {
    autoAttach: true,
    waitForDebuggerOnStart: false,
    flatten: false,
  });
  let last = 0;
  const ask = (sessionId, method) =>
    new Promise(resolve => {
      const id = ++last;
      waiting.set(id, resolve);
      const message = JSON.stringify({ id, method, params: {} });
      void session.send('Target.sendMessageToTarget', { sessionId, message });
    });
  const toMegabytes = ({ usedSize, backingStorageSize = 0 }) =>
    Math.round((usedSize + backingStorageSize) / 2 ** 20);
  return async () => {
    await session.send('HeapProfiler.collectGarbage');
    let worker_mb = 0;
    for (const worker of workers) {
      await ask(worker, 'HeapProfiler.collectGarbage');
      worker_mb += toMegabytes(await ask(worker, 'Runtime.getHeapUsage'));
    }
    return { page_mb: toMegabytes(await session.send('Runtime.getHeapUsage')), worker_mb };
  };
}
