import type { ChoiceQuestion } from '../../oracle.ts';
import { OPTIONS } from './policy.ts';

const WITHOUT_RESHARE = OPTIONS.slice(0, 3);

/** What an agent in `evaluating` asks: what to do about the post in view. */
export class SocialQuestion implements ChoiceQuestion {
  readonly kind = 'choice';

  constructor(
    readonly agent: number,
    readonly tick: number,
    readonly post: number,
    /** 0 to 65,535. */
    readonly tie: number,
    readonly social2: number,
    readonly sessionUsed: number,
    readonly sessionLength: number,
    readonly mayReshare: boolean,
    private readonly buildPrompt: (question: SocialQuestion) => string,
  ) {}

  get options(): readonly string[] {
    return this.mayReshare ? OPTIONS : WITHOUT_RESHARE;
  }

  get prompt(): string {
    return this.buildPrompt(this);
  }
}
