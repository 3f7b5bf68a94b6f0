export function MarketOverview() {
  return <h2>Market</h2>;
}
