/** A prompt as it is sent: static words first, so that a server's prefix cache helps. */
export interface Prompt {
  readonly system: string;
  readonly user: string;
}
