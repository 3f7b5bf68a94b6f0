export function ExchangeView() {
  return <section aria-label="Exchange" />;
}
