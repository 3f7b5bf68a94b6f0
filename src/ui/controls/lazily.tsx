import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';

/**
 * A view that is loaded when first shown; a failure is reported in its place, and the page stays.
 * @param meanwhile shown in its place
 */
export function lazily<Props extends object = object>(
  load: () => Promise<ComponentType<Props>>,
  meanwhile: ReactNode = null,
): ComponentType<Props> {
  const View: ComponentType<Props> = lazy(() =>
    load().then(
      view => ({ default: view }),
      () => ({ default: Missing as ComponentType<Props> }),
    ),
  );
  return props => (
    <Suspense fallback={meanwhile}>
      <View {...props} />
    </Suspense>
  );
}

const Missing = () => (
  <p role="alert">This part could not be loaded; is the page’s server still there? A reload tries again.</p>
);
