import { transferables } from '#formats/model/content.ts';
import type { ReadModel } from '#formats/model/content.ts';
import type { Answer, Answers, FaultFields, Question, Request } from '../protocol.ts';
import { asFault } from '#formats/model/types.ts';
import type { Limits } from '#formats/model/types.ts';
import { decode, decodeSurface } from './images.ts';
import { parseModel } from '#formats/model/parse.ts';
import type { Parsed } from '#formats/model/parse.ts';
import { pictureNote } from '#formats/picture/pictureNote.ts';
import { checkSvg } from '#formats/picture/svgScan.ts';
import { drawThumbnail } from './thumbnail.ts';

// Untrusted files are read only in this worker, which its owner may terminate at any time. It holds
// no secret and fetches nothing.
addEventListener('message', (event: MessageEvent<Question>) => {
  const { id, request, limits } = event.data;
  answer(request, limits)
    .then((value) => send({ id, value }, isRead(value) ? transferables(value.content) : []))
    .catch((thrown: unknown) => send({ id, fault: fieldsOf(thrown) }, []));
});

function send(answer: Answer, transfer: Transferable[]): void {
  postMessage(answer, { transfer });
}

async function answer(request: Request, limits: Limits): Promise<Answers[keyof Answers]> {
  if (request.ask === 'picture') return asPng(await decode(request.data, limits, request.longest));
  if (request.ask === 'svg') {
    await checkSvg(request.data, limits);
    return null;
  }
  const read = await withImages(await parseModel(request.files, request.main, limits), limits);
  return request.ask === 'thumbnail' ? drawThumbnail(read, request.size) : read;
}

// An unreadable texture is reported and left out; the shape is still worth showing.
async function withImages(parsed: Parsed, limits: Limits): Promise<ReadModel> {
  const { facts, content, pictures } = parsed;
  if (content === null) return { facts, content };
  const notes = [...facts.notes];
  const images: (ImageBitmap | null)[] = [];
  // One after the other: all at once would take the memory of all in their full size.
  for (const { name, data } of pictures.slice(0, limits.images)) {
    try {
      images.push(data === null ? null : await decodeSurface(data, limits));
    } catch (thrown) {
      notes.push(pictureNote(name, thrown));
      images.push(null);
    }
  }
  return { facts: { ...facts, notes }, content: { ...content, images } };
}

async function asPng(bitmap: ImageBitmap): Promise<Blob> {
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
  bitmap.close();
  return canvas.convertToBlob({ type: 'image/png' });
}

function isRead(value: Answers[keyof Answers]): value is ReadModel {
  return value !== null && 'facts' in value;
}

// An error loses its own fields between threads, so they are sent separately.
function fieldsOf(thrown: unknown): FaultFields {
  const { code, params, detail } = asFault(thrown);
  return { code, params, detail };
}
