interface Props {
  /** A path on a square of 24 by 24. */
  readonly outline: string;
  /** Width and height, pixels. */
  readonly size: number;
  /** Width of the line, on the same square. */
  readonly stroke?: number;
  readonly filled?: boolean;
  readonly className?: string | undefined;
}

/** An icon, hidden from screen readers: adjacent text or a label gives its meaning. */
export const Icon = ({ outline, size, stroke = 2, filled = false, className }: Props) => (
  <svg
    className={className}
    width={size}
    height={size}
    viewBox="0 0 24 24"
    fill={filled ? 'currentColor' : 'none'}
    stroke="currentColor"
    strokeWidth={stroke}
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <path d={outline} />
  </svg>
);
