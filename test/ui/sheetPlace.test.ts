import { describe, expect, it } from 'vitest';
import { chooseSheetPlace } from '../../src/ui/views/inspector/InspectorSheet.tsx';

describe('sheetPlace', () => {
  it('lies at the bottom, below the tapped place', () => {
    expect(chooseSheetPlace(null, 844)).toEqual({ edge: 'bottom', height: 388 });
    expect(chooseSheetPlace(300, 844)).toEqual({ edge: 'bottom', height: 388 });
    expect(chooseSheetPlace(570, 844)).toEqual({ edge: 'bottom', height: 258 });
  });

  it('lies at the top where too little is left below the tapped place', () => {
    expect(chooseSheetPlace(700, 844)).toEqual({ edge: 'top', height: 388 });
    expect(chooseSheetPlace(430, 450)).toEqual({ edge: 'top', height: 207 });
  });
});
