import { expect as base, type Locator } from '@playwright/test';

/** Milliseconds of a look: in so few Playwright looks every 100 ms, in more only every 500 after the first 300. */
const LOOK = 2_400;
/** Milliseconds that a condition may take unless it is given others: no measure of speed, on cores that others use as well. */
const USUAL = 15_000;

type Matcher = (...args: unknown[]) => Promise<void>;
const WAITING = [
  ...['toBeVisible', 'toBeHidden', 'toBeEnabled', 'toBeDisabled', 'toBeChecked', 'toBeFocused'],
  ...['toBeInViewport', 'toContainText', 'toHaveText', 'toHaveCount', 'toHaveValue', 'toHaveAttribute'],
];

/** Arguments of a matcher without its options, and how long it may take. */
function parted(
  args: readonly unknown[],
): readonly [given: readonly unknown[], options: { timeout?: number }] {
  const last = args.at(-1);
  const hasOptions = typeof last === 'object' && last?.constructor === Object;
  return hasOptions ? [args.slice(0, -1), last] : [args, {}];
}

/** A matcher of Playwright's that looks again and again, each time for a short while. */
const eager = (name: string) =>
  async function (this: { readonly isNot: boolean }, locator: Locator, ...args: unknown[]) {
    const { isNot } = this;
    const [given, { timeout = USUAL, ...options }] = parted(args);
    const wanted = isNot ? base(locator).not : base(locator);
    const matcher = (wanted as unknown as Record<string, Matcher>)[name];
    for (const late = performance.now() + timeout; ; ) {
      const begun = performance.now();
      const left = late - begun;
      try {
        await matcher(...given, { ...options, timeout: Math.max(1, Math.min(LOOK, left)) });
        return { pass: !isNot, message: () => '' };
      } catch (error) {
        // What fails at once, on a page that was closed for example, is not waited for.
        if (left > LOOK && performance.now() - begun > LOOK / 2) continue;
        return { pass: isNot, message: () => `${(error as Error).message}\n\n${timeout} ms in all` };
      }
    }
  };

const extended = base.extend(Object.fromEntries(WAITING.map(name => [name, eager(name)]))) as typeof base;

/** Playwright's `expect`, which sees within a tenth of a second that what it waits for has come. */
export const expect: typeof base = Object.assign(extended, {
  poll: ((actual, options = {}) =>
    base.poll(actual, {
      intervals: [20, 50, 100],
      timeout: USUAL,
      ...(typeof options === 'string' ? { message: options } : options),
    })) as typeof base.poll,
});
