import { useCallback, useEffect, useMemo, useState } from 'react';
import type { FileFacts } from '#contract/files/facts.ts';
import type { Sight } from '#contract/files/sights.ts';
import { asAppError } from '#contract/errors.ts';
import type { AppError } from '#contract/errors.ts';
import type { LengthUnit, ModelFacts, ModelFile } from '#formats/model/types.ts';
import { call, connected, useCore } from '../../state/core.ts';
import { useProcedure } from '../../state/useProcedure.ts';
import { companionsOf, fetchBytes } from '../thumbs/thumbMaker.ts';
import { toBase64 } from '../thumbs/base64.ts';
import { chosenUnit, factsToKeep } from './modelFacts.ts';

/** A model with its stored facts, ready to be shown. */
export interface ShownModel {
  /** Null while its bytes are being read. */
  readonly files: readonly ModelFile[] | null;
  /** The name of the model in `files`. */
  readonly main: string;
  readonly facts: FileFacts | null;
  readonly unit: LengthUnit | null;
  readonly error: AppError | null;
  readonly onUnit: (unit: LengthUnit) => void;
  readonly onFacts: (facts: ModelFacts) => void;
  readonly onLocated: (files: readonly ModelFile[]) => void;
}

/**
 * Reads a model and its companions.
 *
 * With `wanted` false nothing is read yet.
 */
export function useModel(sight: Sight | null, wanted: boolean): ShownModel {
  const sha256 = sight?.sha256 ?? null;
  const { data, refresh } = useProcedure(
    'facts.get',
    sha256 === null ? null : { sha256s: [sha256] },
    { keep: false },
  );
  const facts = data?.facts[0] ?? null;
  const main = sight?.name ?? '';
  const { files: read, error, fail } = useBytes(main, sha256, wanted);
  const [located, setLocated] = useState<Of<readonly ModelFile[]> | null>(null);
  const more = valueOf(located, sha256);
  const files = useMemo(
    () => (read === null || more === null ? read : [...read, ...more]),
    [read, more],
  );
  const [found, setFound] = useState<Of<ModelFacts> | null>(null);
  const [chosen, setChosen] = useState<Of<LengthUnit> | null>(null);
  const foundHere = valueOf(found, sha256);
  const chosenHere = valueOf(chosen, sha256);
  const unit = chosenHere ?? chosenUnit(facts?.model);
  // Facts are stored only after the user's earlier unit is known; otherwise it would be lost.
  const isKnown = data !== undefined || chosenHere !== null;
  useEffect(() => {
    if (sha256 === null || foundHere === null || !isKnown) return;
    call('facts.put', { sha256, model: factsToKeep(foundHere, unit) }).then(refresh, fail);
  }, [sha256, foundHere, isKnown, unit, refresh, fail]);
  const onFacts = useCallback(
    (value: ModelFacts) => setFound(sha256 === null ? null : { sha256, value }),
    [sha256],
  );
  const onUnit = useCallback(
    (value: LengthUnit) => setChosen(sha256 === null ? null : { sha256, value }),
    [sha256],
  );
  const onLocated = useCallback(
    (found: readonly ModelFile[]) => {
      if (sha256 === null) return;
      // The large and the small view show the same model.
      setLocated((was) => ({ sha256, value: [...(valueOf(was, sha256) ?? []), ...found] }));
      keepBeside(sha256, found).then(refresh, fail);
    },
    [sha256, refresh, fail],
  );
  return useMemo(
    () => ({ files, main, facts, unit, error, onUnit, onFacts, onLocated }),
    [files, main, facts, unit, error, onUnit, onFacts, onLocated],
  );
}

/** A value with its content hash, because the field may hold other content later. */
interface Of<T> {
  readonly sha256: string;
  readonly value: T;
}

function valueOf<T>(known: Of<T> | null, sha256: string | null): T | null {
  return known !== null && known.sha256 === sha256 ? known.value : null;
}

function useBytes(name: string, sha256: string | null, wanted: boolean) {
  const base = useCore((core) => core.bytes);
  const [read, setRead] = useState<Of<readonly ModelFile[]> | null>(null);
  const [error, setError] = useState<Of<AppError> | null>(null);
  const fail = useCallback(
    (thrown: unknown) => {
      if (sha256 !== null) setError({ sha256, value: asAppError(thrown) });
    },
    [sha256],
  );
  useEffect(() => {
    if (base === null || sha256 === null || !wanted) return undefined;
    let live = true;
    const take = async () => {
      const main = { name, data: await fetchBytes(base, sha256) };
      const companions = await companionsOf(base, sha256);
      if (!live) return;
      setRead({ sha256, value: [main, ...companions] });
      setError(null);
    };
    take().catch((thrown: unknown) => {
      if (live) fail(thrown);
    });
    return () => {
      live = false;
    };
  }, [base, name, sha256, wanted, fail]);
  return { files: valueOf(read, sha256), error: valueOf(error, sha256), fail };
}

/** Stores the files that the user located beside the model for the next time. */
async function keepBeside(sha256: string, located: readonly ModelFile[]): Promise<void> {
  const files = await Promise.all(
    located.map(async ({ name, data }) => ({ name, file: (await stageBlob(name, data)).file })),
  );
  await call('companions.put', { sha256, files });
}

/** Stages bytes that the window holds; a File is copied from the disk. */
export async function stageBlob(name: string, data: Blob): Promise<{ readonly file: string }> {
  if (data instanceof File) return connected().stage(data, {});
  return call('files.give', { name: fileNameOf(name), data: await toBase64(data) });
}

function fileNameOf(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1).slice(-200);
}
