import { describe, expect, it } from 'vitest';
import type { ParentComparison } from '../../../../../src/engine/models/social/reports/socialQueries.ts';
import { PARENT_RULES } from '../../../../../src/engine/models/social/socialChoices.ts';
import { describeParentDecision } from '../../../../../src/ui/models/social/cascade/describeParentDecision.ts';

const exposed = (part: Partial<ParentComparison['exposures']> = {}): ParentComparison['exposures'] => ({
  ...{ none: 0, one: 27, several: 15, most: 6, unseenFirst: 4, unseenFirstOfOne: 1 },
  ...part,
});

describe('the words on where a parent is a decision', () => {
  it('lay it in the drawn chance of the default, and account for the posts that move without a choice', () => {
    expect(describeParentDecision('drawn', exposed())).toBe(
      'Of 42 posts below the first, 15 had several copies that their authors could have seen, up to 6, 27 had one, and 0 had none of somebody they follow. By the rule of this run a post names the first with a chance that is drawn for the cascade, whatever its author could have seen: the decision lies in that chance more than in the choice among copies. 4 posts name the first though their authors could have seen other copies only. 1 of these had no choice of copies, and yet moves by a rule that names what could be seen.',
    );
  });

  it('lay it in the copies only under rules that choose among them', () => {
    const choosing = ['first_seen', 'last_seen', 'strongest_tie', 'weighted_draw'];
    for (const rule of PARENT_RULES) {
      const text = describeParentDecision(rule, exposed({ unseenFirst: 0, unseenFirstOfOne: 0 }));
      expect(text.includes('chooses among these copies: where there are several')).toBe(
        choosing.includes(rule),
      );
      expect(text.includes('0 posts name the first')).toBe(!choosing.includes(rule));
    }
    expect(describeParentDecision('last_seen', exposed({ several: 0, most: 1 }))).toContain(
      'here it had nothing to choose. 4 posts name the first',
    );
  });

  it('speak of one post in the singular', () => {
    expect(describeParentDecision('original', exposed({ unseenFirst: 1 }))).toContain(
      '1 post names the first though its author could have seen other copies only. 1 of these had no choice of copies, and yet moves',
    );
  });
});
