export function TraderAgent() {
  return <h2>Agent</h2>;
}
