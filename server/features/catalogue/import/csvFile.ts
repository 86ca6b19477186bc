import { type CsvError, parse } from 'csv-parse'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'

import type { FileRow } from './importCatalogue.ts'
import { HeaderRejectedError, type ImportMapping, requireColumns } from './importFields.ts'

/**
 * Streams the rows of a CSV file with their line numbers (of the row's last line). An invalid row is yielded
 * as an error in its place. Columns are separated by commas, semicolons or tabs; lines may end differently.
 *
 * @throws HeaderRejectedError if the file is not UTF-8, or its columns do not fit
 */
export async function* readCsv(path: string, mapping: ImportMapping): AsyncIterable<FileRow> {
  const { delimiter, firstLine } = await formatOf(path)
  const invalidRows: FileRow[] = []
  let hasHeader = false
  const parser = parse({
    bom: true,
    columns: (names: string[]) => {
      hasHeader = true
      requireColumns(names, mapping)
      return names
    },
    delimiter,
    from_line: firstLine,
    info: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    skip_empty_lines: true,
    skip_records_with_error: true,
    on_skip: (error) => {
      if (error) invalidRows.push({ line: Number(error.lines ?? 0), problem: problemOf(error) })
    },
  })
  createReadStream(path)
    .on('error', (error) => parser.destroy(error))
    .pipe(parser)
  for await (const { record, info } of parser as AsyncIterable<Parsed>) {
    yield* invalidRows.splice(0)
    yield { line: info.lines, record }
  }
  yield* invalidRows.splice(0)
  if (!hasHeader) throw new HeaderRejectedError('The file is empty')
}

type Parsed = { record: Record<string, string>; info: { lines: number } }

function problemOf({ code }: CsvError): string {
  if (code === 'CSV_RECORD_INCONSISTENT_COLUMNS')
    return 'has a different number of columns than the header'
  return 'is not valid CSV: a quote is missing or misplaced'
}

/** How much of a file is read to find out its format. */
const probeBytes = 16 * 1024
const delimiters = [',', ';', '\t']

/** The delimiter, and the line of the column names. Excel writes `sep=;` in front of them. */
async function formatOf(path: string) {
  const start = await readStart(path)
  refuseUtf16(start)
  const [first = '', ...others] = start
    .toString()
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/)
  const [, named] = /^"?sep=(.|\\t)"?$/i.exec(first.trimEnd()) ?? []
  // A tab at the end of the line would be trimmed.
  const isTab = /^"?sep=\t"?$/i.test(first)
  if (named ?? isTab)
    return { delimiter: isTab || named === '\\t' ? '\t' : (named ?? ','), firstLine: 2 }
  const header = [first, ...others].find((line) => line.trim() !== '') ?? ''
  const unquoted = header.replace(/"[^"]*"/g, '')
  const countOf = (delimiter: string) => unquoted.split(delimiter).length
  const [delimiter = ','] = delimiters.toSorted((a, b) => countOf(b) - countOf(a))
  return { delimiter, firstLine: 1 }
}

async function readStart(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(probeBytes), 0, probeBytes, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** "Unicode text" of Excel is UTF-16, in which every second byte of plain letters is 0. */
function refuseUtf16(start: Buffer): void {
  const hasMark =
    (start[0] === 0xff && start[1] === 0xfe) || (start[0] === 0xfe && start[1] === 0xff)
  const [even, odd] = [0, 1].map(
    (parity) => start.filter((byte, at) => byte === 0 && at % 2 === parity).length,
  )
  const isHalfEmpty = Math.max(even ?? 0, odd ?? 0) > start.length / 4
  if (!hasMark && !isHalfEmpty) return
  throw new HeaderRejectedError(
    'The file is UTF-16 text. Save it as "CSV UTF-8" in Excel, or convert it to UTF-8',
  )
}
