import type { Locator } from '@playwright/test';

/** Words and controls of a part of the page that are drawn over one another, `these × those`, or run out of their box. */
export const overlapsIn = (part: Locator): Promise<string[]> =>
  part.evaluate(root => {
    const found: { what: string; node: Node; left: number; top: number; right: number; bottom: number }[] =
      [];
    const overruns: string[] = [];
    const add = (what: string, node: Node, box: DOMRect, within: Element) => {
      let { left, top, right, bottom } = box;
      for (let at: Element | null = within; at && at !== root.parentElement; at = at.parentElement) {
        if (getComputedStyle(at).overflowX === 'visible') continue;
        const clip = at.getBoundingClientRect();
        left = Math.max(left, clip.left);
        top = Math.max(top, clip.top);
        right = Math.min(right, clip.right);
        bottom = Math.min(bottom, clip.bottom);
      }
      let block = within;
      const isPart = ({ parentElement }: Element) =>
        parentElement !== null && /flex|grid/.test(getComputedStyle(parentElement).display);
      while (block !== root && (getComputedStyle(block).display === 'inline' || isPart(block)))
        block = block.parentElement as Element;
      if (right > block.getBoundingClientRect().right + 1) overruns.push(`${what} runs out`);
      found.push({ what, node, left, top, right, bottom });
    };
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const within = node.parentElement as Element;
      if (within.closest('select') || !node.textContent?.trim()) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const box of range.getClientRects()) add(node.textContent.trim(), node, box, within);
    }
    for (const select of root.querySelectorAll('select'))
      add('a choice', select, select.getBoundingClientRect(), select);
    // Lines of text that follow one another share a little of their height.
    const [across, down] = [1, 3];
    const pairs = found.flatMap((a, i) =>
      found
        .slice(i + 1)
        .filter(
          b =>
            a.node !== b.node &&
            Math.min(a.right, b.right) - Math.max(a.left, b.left) > across &&
            Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > down,
        )
        .map(b => `${a.what} × ${b.what}`),
    );
    return [...pairs, ...overruns];
  });
