/** As the `ref` of a dialog's button: it has the focus once the dialog is there, so that the key that opened it and Enter are enough. */
export const focusFirst = (button: HTMLButtonElement | null): void =>
  void button?.toggleAttribute('autofocus', true);
