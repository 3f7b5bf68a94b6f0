import type { ReactNode } from 'react';

/** A text that scrolls when it is long, by keyboard too. */
export function Scrolling({
  className,
  children,
}: {
  readonly className?: string | undefined;
  readonly children: ReactNode;
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <pre tabIndex={0} className={className}>
      {children}
    </pre>
  );
}
