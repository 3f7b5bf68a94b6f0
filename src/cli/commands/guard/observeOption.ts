/** The option that names a receiver of what a guard decides. */
export const OBSERVE_OPTION = [
  '--observe <url>',
  'address of statescope observe, or of another receiver of OTLP/HTTP, for what the guard decides',
] as const;
