import type { NestedEdge, NestedPlacement } from '../../../charts/nested/nestedPlacement.ts';
import type { RunState } from '../../../state/pageState.ts';
import type { SheetView } from './view.ts';

/** Properties of the drawing. */
export interface NestedSvgProps {
  readonly run: RunState;
  readonly placement: NestedPlacement;
  readonly view: SheetView;
  readonly width: number;
  readonly height: number;
  /** Whether lines take their target's colour, because the dots do not fly. */
  readonly glow: boolean;
  /** Whether boxes are filled in proportion instead of holding dots. */
  readonly levels: boolean;
  /** State whose lines stand out. */
  readonly hovered: number | null;
  /** State whose agents are selected. */
  readonly selected: number | null;
  readonly onHoverState: (state: number | null) => void;
  readonly onHoverEdge: (edge: NestedEdge | null) => void;
  readonly onSelectState: (state: number) => void;
}
