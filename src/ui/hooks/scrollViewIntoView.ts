/** Scrolls a scrolling page until a view is whole, as far as it fits; a visible one stays in its place. */
export function scrollViewIntoView(id: string): void {
  requestAnimationFrame(() => {
    const view = document.getElementById(id);
    if (!view?.scrollIntoView) return;
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    view.scrollIntoView({ block: 'nearest', behavior: isCalm ? 'instant' : 'smooth' });
  });
}
