import { Modes } from '../../controls/Modes.tsx';
import { usePage, usePageStore } from '../../hooks/hooks.ts';

/** Puts the network in the place of the model's own view, and back. @param own a word for that */
export function PlaceSwitch({ own }: { readonly own: string }) {
  const store = usePageStore();
  const place = usePage(state => state.place);
  return (
    <Modes
      modes={[
        ['own', own],
        ['network', 'network'],
      ]}
      chosen={place}
      onChoose={place => store.getState().arrange({ place })}
    />
  );
}
