import { type CSSProperties, memo } from 'react';
import { buildLevelPath } from '../../../charts/buildLevelPath.ts';
import { TITLE } from '../../../charts/nested/measures.ts';
import type { NestedBox } from '../../../charts/nested/nestedPlacement.ts';
import { useCalmPage, usePage } from '../../../hooks/hooks.ts';
import { isReachedByKeyboard } from '../../../hooks/keys.ts';
import { formatGroupedInteger, formatNounCount } from '../../../lib/words.ts';
import { getCurrentModelWords } from '../../../model/looks.ts';
import { getViewedTick } from '../../../state/shown.ts';
import { getStateDescription, getStateLabel } from '../../../words/chartWords.ts';
import styles from '../ChartSvg.module.css';
import { getNestedStateHue } from './getNestedStateHue.ts';
import own from './Nested.module.css';
import type { NestedSvgProps } from './nestedSvgProps.ts';

/** The states' boxes, each with the number of agents in it. */
export function NestedBoxes(props: NestedSvgProps) {
  const { run, placement, levels, selected, onHoverState, onSelectState } = props;
  const tick = useCalmPage(getViewedTick, 'states');
  const words = usePage(getCurrentModelWords);
  const { chart, config } = run.info;
  const { outline } = chart;
  if (!outline || !run.whole) return null;
  const { whole } = run;
  return (
    <>
      {placement.boxes.map(placed => {
        const { id, kind, parent } = outline.states[placed.state];
        const count = whole.count(tick, placed.state);
        if (kind === 'history' || kind === 'deep history')
          return <Past key={placed.state} placed={placed} isDeep={kind === 'deep history'} id={id} />;
        const around = outline.states[parent]?.id;
        const name = getStateLabel(chart, id);
        const within = around === undefined ? '' : ` in ${getStateLabel(chart, around)}`;
        return (
          <StateBox
            key={placed.state}
            placed={placed}
            kind={kind}
            title={[id, getStateDescription(chart, id)].filter(part => part !== null).join(': ')}
            label={`${name}${within}, ${formatNounCount(count, ...words.agent)}`}
            count={count}
            level={levels && placed.dots ? count / config.agents : 0}
            tint={getNestedStateHue(chart, placed.state)}
            selected={selected === placed.state}
            onSelect={onSelectState}
            onHover={onHoverState}
          />
        );
      })}
    </>
  );
}

/** A history: a circled H. */
function Past({ placed: { box }, isDeep, id }: { placed: NestedBox; isDeep: boolean; id: string }) {
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  return (
    <g className={own.past}>
      <circle cx={x} cy={y} r={box.width / 2 - 0.5} />
      <text x={x} y={y + 4} textAnchor="middle">
        {isDeep ? 'H*' : 'H'}
      </text>
      <title>{`${id}: ${isDeep ? 'where it was, at all levels' : 'where it was'}`}</title>
    </g>
  );
}

interface BoxProps {
  readonly placed: NestedBox;
  readonly kind: string;
  readonly title: string;
  readonly label: string;
  readonly count: number;
  /** Share of all agents, 0 where dots are drawn. */
  readonly level: number;
  readonly tint: CSSProperties;
  readonly selected: boolean;
  readonly onSelect: (state: number) => void;
  readonly onHover: (state: number | null) => void;
}

const StateBox = memo(
  function StateBox({
    placed,
    kind,
    title,
    label,
    count,
    level,
    tint,
    selected,
    onSelect,
    onHover,
  }: BoxProps) {
    const { box, dots, isRegion, name, actions, state } = placed;
    const { x, y, width, height } = box;
    const holds = dots === null;
    const radius = Math.min(10, height / 4);
    const room = height - 20;
    return (
      // biome-ignore lint/a11y/useSemanticElements: a button element cannot stand in an SVG drawing
      <g
        role="button"
        tabIndex={0}
        className={styles.state}
        style={tint}
        aria-label={label}
        aria-pressed={selected}
        data-state={state}
        onClick={() => onSelect(state)}
        onKeyDown={event => {
          if (event.key !== 'Enter' && !(event.key === ' ' && isReachedByKeyboard(event.currentTarget)))
            return;
          event.preventDefault();
          onSelect(state);
        }}
        onPointerEnter={() => onHover(state)}
        onPointerLeave={() => onHover(null)}
      >
        <rect
          className={isRegion ? own.region : holds ? own.around : styles.box}
          x={x}
          y={y}
          width={width}
          height={height}
          rx={radius}
        />
        {holds && <rect className={own.handle} x={x} y={y} width={width} height={TITLE} rx={radius} />}
        {kind === 'final' && (
          <rect
            className={own.final}
            x={x + 3}
            y={y + 3}
            width={width - 6}
            height={height - 6}
            rx={radius - 2}
          />
        )}
        {level > 0 && <path className={styles.level} d={buildLevelPath(box, radius, room * level)} />}
        <text
          className={`${own.over} ${isRegion ? own.regionName : styles.name}`}
          x={x + (isRegion ? 6 : 9)}
          y={y + 16}
        >
          {name}
          {kind === 'parallel' && (
            <tspan className={own.kind} dx={6}>
              parallel
            </tspan>
          )}
        </text>
        <text
          className={`${own.over} ${styles.count}`}
          x={x + width - (isRegion ? 6 : 9)}
          y={y + 16}
          textAnchor="end"
        >
          {formatGroupedInteger(count)}
        </text>
        {actions.map((words, row) => (
          <text
            key={words}
            className={own.action}
            x={x + 9}
            y={holds ? y + 30 : y + height - 6 - (actions.length - 1 - row) * 14}
          >
            {words}
          </text>
        ))}
        <title>{title}</title>
      </g>
    );
  },
  (a, b) =>
    a.placed === b.placed &&
    a.count === b.count &&
    a.level === b.level &&
    a.selected === b.selected &&
    a.label === b.label &&
    a.tint['--hue' as keyof CSSProperties] === b.tint['--hue' as keyof CSSProperties],
);
