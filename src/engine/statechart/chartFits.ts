/** Names of files that may hold a chart; a diagram of Mermaid may stand in a text of Markdown. */
export const CHART_FITS = {
  pattern: /\.(scxml|xml|json|mmd|mermaid|md|markdown)$/i,
  words: '.scxml, .json, .mmd or .md',
};
