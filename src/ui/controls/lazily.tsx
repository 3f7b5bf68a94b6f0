import { type ComponentType, createContext, lazy, type ReactNode, Suspense, use, useReducer } from 'react';

/**
 * A view that is loaded when first shown. Where it cannot be had, its place says so and offers to try again.
 * @param meanwhile shown in its place
 */
export function lazily<Props extends object = object>(
  load: () => Promise<ComponentType<Props>>,
  meanwhile: ReactNode = null,
): ComponentType<Props> {
  const attempt = (): ComponentType<Props> =>
    lazy(() =>
      load().then(
        view => ({ default: view }),
        () => ({ default: Missing as ComponentType<Props> }),
      ),
    );
  let View = attempt();
  return props => {
    const [, render] = useReducer(count => count + 1, 0);
    const tryAgain = () => {
      View = attempt();
      render();
    };
    return (
      <TryAgain value={tryAgain}>
        <Suspense fallback={meanwhile}>
          <View {...props} />
        </Suspense>
      </TryAgain>
    );
  };
}

const TryAgain = createContext(() => {});

const Missing = () => (
  <p role="alert">
    This part could not be loaded; is Statescope’s server still there?{' '}
    <button type="button" onClick={use(TryAgain)}>
      Try again
    </button>
  </p>
);
