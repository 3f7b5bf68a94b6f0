import type { ChartParameter } from '../../statechart/definition.ts';

/** The bundled charts, which are the presets. */
export const CHARTS = ['sir', 'sis', 'vaccination', 'opinion', 'society', 'vending', 'watch'] as const;
/** Name of one of them. */
export type BundledChart = (typeof CHARTS)[number];

/** The event that begins an infection: a share of the agents gets it in the first tick. */
export const SEED_EVENT = 'seed';

/** Causes of a move; one count per tick each. */
export const CAUSES = ['neighbours', 'rates', 'events', 'timeouts'] as const;
/** One of these. */
export type Cause = (typeof CAUSES)[number];

/** SHA-256 of the bundled charts, in hexadecimal: their identity if the files are absent. */
export const CHART_DIGESTS: Readonly<Record<BundledChart, string>> = {
  sir: 'cff9008486e62ca6d59b93c57acc53b9387eedb60eb6a588e7d8d6c291c65c13',
  sis: 'f55069765f8042340e600b367cf4f43f418eb03f71bfc2fa175f5fdfa71b5ccd',
  vaccination: '15dbd518b8c294e93e5ab88085a5fb8f8894f39d767828e02c64d445f9120765',
  opinion: 'e017d63a446e8a6a558739c5f1be89edbe7159146f9ec34519ebf841cf80bc6b',
  society: 'b5209f860e13f06f2dde650280f8add404ad48bd5c0e0e81a01cde207167e72e',
  watch: '2d77ba4f9c28f3e28028c837f36a7e20c69c34dd9e0b1c56e478d873d549d573',
  vending: 'b04be66a7dea45af72531f148acd7d86b3b5ce914a5460c2056ca04a776e0fe9',
};

/** The parameters that bundled charts declare, for those who need them before the file is read: its own, by a test. */
export const CHART_DECLARATIONS: Readonly<Partial<Record<BundledChart, readonly ChartParameter[]>>> = {
  vaccination: [
    {
      name: 'coverage',
      label: 'Vaccinated',
      description: 'Share of the agents that are vaccinated before the infection comes.',
      ...{ step: 0.01, value: 0.5 },
    },
  ],
};
