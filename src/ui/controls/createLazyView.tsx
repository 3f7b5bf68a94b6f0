import { type ComponentType, createContext, lazy, type ReactNode, Suspense, use, useReducer } from 'react';

/**
 * A view that is loaded when first shown. If it cannot be loaded, its place says so and offers to try again.
 * @param meanwhile shown in its place until then
 */
export function createLazyView<Props extends object = object>(
  load: () => Promise<ComponentType<Props>>,
  meanwhile: ReactNode = null,
): ComponentType<Props & Leaving> {
  const attempt = (): ComponentType<Props & Leaving> =>
    lazy(() =>
      load().then(
        view => ({ default: view }),
        () => ({ default: Missing as ComponentType<Props & Leaving> }),
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

/** Props of a view that can be left. */
interface Leaving {
  /** Leaves it, also if it could not be loaded. */
  readonly onClose?: () => void;
}

const TryAgain = createContext(() => {});

const Missing = ({ onClose }: Leaving) => (
  <p role="alert">
    This part could not be loaded; is Statescope’s server still there?{' '}
    <button type="button" onClick={use(TryAgain)}>
      Try again
    </button>
    {onClose && (
      <>
        {' '}
        <button type="button" onClick={onClose}>
          Close
        </button>
      </>
    )}
  </p>
);
