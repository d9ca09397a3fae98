import type { ComboboxStore } from '@mantine/core';
import { useEffect } from 'react';

/** Keeps the option chosen by arrow keys when new offers arrive. */
export function useOptionKept(
  { updateSelectedOptionIndex }: Pick<ComboboxStore, 'updateSelectedOptionIndex'>,
  offers: readonly unknown[],
): void {
  useEffect(() => updateSelectedOptionIndex('selected'), [offers, updateSelectedOptionIndex]);
}
