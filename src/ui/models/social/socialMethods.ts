import {
  describeSocialMeasures,
  describeSocialMethods,
} from '../../../engine/models/social/reports/describeSocialMethods.ts';
import { writeSocialOdd } from '../../../engine/models/social/reports/writeSocialOdd.ts';
import type { ModelMethods } from '../../model/modelPlugin.ts';

/** The model's texts for reports of its runs. */
export const SOCIAL_METHODS: ModelMethods = {
  describe: describeSocialMethods,
  describeMeasures: describeSocialMeasures,
  writeOdd: writeSocialOdd,
};
