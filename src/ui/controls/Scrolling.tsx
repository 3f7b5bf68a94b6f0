import type { ReactNode } from 'react';

interface Props {
  /** The element that it is. */
  readonly as?: 'pre' | 'div' | 'section' | 'figure';
  /** Name of a section. */
  readonly label?: string;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** A scrollable element for long or wide content, by keyboard too; preformatted text by default. */
export const Scrolling = ({ as: Element = 'pre', label, className, children }: Props) => (
  <Element tabIndex={0} aria-label={label} className={className}>
    {children}
  </Element>
);
