import type { ComponentType } from 'react';
import { usePage } from './hooks.ts';

/** A model's own view, or the network in its place. */
export const createPlaceView = (Own: ComponentType, Network: ComponentType): ComponentType =>
  function Place() {
    return usePage(state => state.place) === 'network' ? <Network /> : <Own />;
  };
