import { Command } from 'commander'

import { importPhotoFile } from '#server/features/catalogue/import/importPhoto.ts'
import {
  type ChartScope,
  listSizeCharts,
  removeSizeChart,
  setSizeChart,
} from '#server/features/catalogue/sizeCharts.ts'
import { type JsonOption, jsonOption, print, printJson, printTable } from '#server/cli/terminal.ts'
import { withStore } from '#server/cli/withStore.ts'

const list = new Command('list')
  .description('list size charts')
  .option(...jsonOption)
  .action(({ json }: JsonOption) =>
    withStore(async ({ db }) => {
      const charts = await listSizeCharts(db)
      if (json) return printJson(charts)
      printTable(
        charts.map(({ categoryId, subcategoryId, brandId, images }) => [
          categoryId,
          subcategoryId ?? 'all subcategories',
          brandId ?? 'all brands',
          images.join(', '),
        ]),
      )
      print(charts.length === 1 ? '1 size chart.' : `${charts.length} size charts.`)
    }),
  )

type ScopeOptions = { brand?: string; subcategory?: string }

const scopeOf = (categoryId: string, { brand, subcategory }: ScopeOptions): ChartScope => ({
  categoryId,
  brandId: brand,
  subcategoryId: subcategory,
})

const withScope = (command: Command) =>
  command
    .option('--brand <id>', 'for this brand only')
    .option('--subcategory <id>', 'for this subcategory only')

const set = withScope(new Command('set'))
  .description('set the photos of a size chart, instead of those before')
  .argument('<category>', 'the id from "category list"')
  .argument('<file...>', 'the photos, which are not cropped')
  .action((category: string, files: string[], options: ScopeOptions) =>
    withStore(async ({ db, photoFolder }) => {
      const images: string[] = []
      for (const file of files) images.push(await importPhotoFile(file, photoFolder, 'whole'))
      await setSizeChart(db, scopeOf(category, options), images)
      print(
        images.length === 1
          ? 'Size chart saved with 1 photo.'
          : `Size chart saved with ${images.length} photos.`,
      )
    }),
  )

const remove = withScope(new Command('remove'))
  .description('remove a size chart')
  .argument('<category>', 'the id from "category list"')
  .action((category: string, options: ScopeOptions) =>
    withStore(async ({ db }) => {
      await removeSizeChart(db, scopeOf(category, options))
      print('The size chart is removed.')
    }),
  )

export const sizeChartCommand = new Command('size-chart')
  .description('manage the photos of size charts')
  .addCommand(list)
  .addCommand(set)
  .addCommand(remove)
