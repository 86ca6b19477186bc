import { createReadStream } from 'node:fs'
import { type CsvError, parse } from 'csv-parse'

import type { FileRow } from '#server/features/catalogue/import/importCatalogue.ts'

/**
 * Streams the rows of a CSV file with their line numbers (of the row's last line). An invalid row is yielded
 * as an error in its place.
 */
export async function* readCsv(path: string): AsyncIterable<FileRow> {
  const broken: FileRow[] = []
  const parser = createReadStream(path).pipe(
    parse({
      bom: true,
      columns: true,
      info: true,
      skip_empty_lines: true,
      skip_records_with_error: true,
      on_skip: (error) => {
        if (error) broken.push({ line: Number(error.lines ?? 0), problem: problemOf(error) })
      },
    }),
  )
  for await (const { record, info } of parser as AsyncIterable<Parsed>) {
    yield* broken.splice(0)
    yield { line: info.lines, record }
  }
  yield* broken.splice(0)
}

type Parsed = { record: Record<string, string>; info: { lines: number } }

function problemOf({ code }: CsvError): string {
  if (code === 'CSV_RECORD_INCONSISTENT_COLUMNS')
    return 'has another number of columns than the first line'
  return 'is no CSV: a quote is not closed, or stands where none may'
}
