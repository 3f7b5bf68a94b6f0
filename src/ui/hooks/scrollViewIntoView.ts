/** Scrolls a page that scrolls until a view is seen whole, as far as it fits; one that is seen stays where it is. */
export function scrollViewIntoView(id: string): void {
  requestAnimationFrame(() => {
    const view = document.getElementById(id);
    if (!view?.scrollIntoView) return;
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    view.scrollIntoView({ block: 'nearest', behavior: isCalm ? 'instant' : 'smooth' });
  });
}
