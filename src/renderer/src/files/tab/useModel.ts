import { useCallback, useEffect, useMemo, useState } from 'react';
import type { FileFacts } from '#contract/files/facts.ts';
import type { Sight } from '#contract/files/sights.ts';
import { asAppError } from '#contract/errors.ts';
import type { AppError } from '#contract/errors.ts';
import type { LengthUnit, ModelFacts, ModelFile } from '../../model/types.ts';
import { call, connected, useCore } from '../../state/core.ts';
import { useProcedure } from '../../state/useProcedure.ts';
import { companionsOf, fetchBytes } from '../thumbs/thumbMaker.ts';
import { toBase64 } from '../thumbs/base64.ts';
import { chosenUnit, factsToKeep } from './modelFacts.ts';

/** A model ready to be shown, with what is remembered of it. */
export interface ShownModel {
  /** Null while its bytes are on their way. */
  readonly files: readonly ModelFile[] | null;
  readonly facts: FileFacts | null;
  readonly unit: LengthUnit | null;
  readonly error: AppError | null;
  readonly onUnit: (unit: LengthUnit) => void;
  readonly onFacts: (facts: ModelFacts) => void;
  readonly onLocated: (files: readonly ModelFile[]) => void;
}

/** Reads a model and everything kept beside it; `wanted` false reads nothing yet. */
export function useModel(sight: Sight | null, wanted: boolean): ShownModel {
  const sha256 = sight?.sha256 ?? null;
  const { data, refresh } = useProcedure(
    'facts.get',
    sha256 === null ? null : { sha256s: [sha256] },
    { keep: false },
  );
  const facts = data?.facts[0] ?? null;
  const { files, error, fail } = useBytes(sight?.name ?? '', sha256, wanted);
  const [found, setFound] = useState<ModelFacts | null>(null);
  const [chosen, setChosen] = useState<LengthUnit | null>(null);
  const unit = chosen ?? chosenUnit(facts?.model);
  const keep = useCallback(
    (what: ModelFacts, said: LengthUnit | null) => {
      if (sha256 === null) return;
      call('facts.put', { sha256, model: factsToKeep(what, said) }).then(refresh, fail);
    },
    [sha256, refresh, fail],
  );
  const onFacts = useCallback(
    (what: ModelFacts) => {
      setFound(what);
      keep(what, unit);
    },
    [keep, unit],
  );
  const onUnit = useCallback(
    (said: LengthUnit) => {
      setChosen(said);
      if (found !== null) keep(found, said);
    },
    [keep, found],
  );
  const onLocated = useCallback(
    (located: readonly ModelFile[]) => {
      if (sha256 !== null) keepBeside(sha256, located).then(refresh, fail);
    },
    [sha256, refresh, fail],
  );
  return useMemo(
    () => ({ files, facts, unit, error, onUnit, onFacts, onLocated }),
    [files, facts, unit, error, onUnit, onFacts, onLocated],
  );
}

function useBytes(name: string, sha256: string | null, wanted: boolean) {
  const base = useCore((core) => core.bytes);
  const [read, setRead] = useState<{ sha256: string; files: readonly ModelFile[] } | null>(null);
  const [error, setError] = useState<AppError | null>(null);
  const fail = useCallback((thrown: unknown) => setError(asAppError(thrown)), []);
  useEffect(() => {
    if (base === null || sha256 === null || !wanted) return undefined;
    let live = true;
    const take = async () => {
      const main = { name, data: await fetchBytes(base, sha256) };
      const companions = await companionsOf(base, sha256);
      if (live) setRead({ sha256, files: [main, ...companions] });
    };
    take().catch((thrown: unknown) => {
      if (live) fail(thrown);
    });
    return () => {
      live = false;
    };
  }, [base, name, sha256, wanted, fail]);
  return { files: read !== null && read.sha256 === sha256 ? read.files : null, error, fail };
}

/** Keeps what a person located beside the model, so that it is whole the next time. */
async function keepBeside(sha256: string, located: readonly ModelFile[]): Promise<void> {
  const files = await Promise.all(
    located.map(async ({ name, data }) => ({ name, file: (await stageBlob(name, data)).file })),
  );
  await call('companions.put', { sha256, files });
}

/** Takes a copy of bytes that the window holds: from the disk where they lie there. */
export async function stageBlob(name: string, data: Blob): Promise<{ readonly file: string }> {
  if (data instanceof File) return connected().stage(data, {});
  return call('files.give', { name: fileNameOf(name), data: await toBase64(data) });
}

function fileNameOf(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1).slice(-200);
}
