import { readFile } from 'node:fs/promises'
import { Command } from 'commander'
import * as v from 'valibot'

import { type Json, jsonOption } from '#server/cli/terminal/commandOptions.ts'
import { print, printJson, printTable } from '#server/cli/terminal/print.ts'
import { withStore } from '#server/cli/terminal/withStore.ts'
import { changeHomePage, HomePage, readHomePage } from '#server/features/catalogue/homePage.ts'

function printHomePage({ sliders, grid }: HomePage): void {
  printTable(
    sliders.map(({ sliderType, gender, isFor, title, link, photo }) => [
      sliderType,
      gender,
      isFor,
      title,
      link,
      photo,
    ]),
  )
  printTable(grid.map(({ gender, name, link, photo }) => ['Grid', gender, name, link, photo]))
  print(
    `${counted(sliders.length, 'slide', 'slides')}, ${counted(grid.length, 'grid category', 'grid categories')}.`,
  )
}

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

const show = new Command('show')
  .description('the sliders and the grid; --json prints them as a file for "home set"')
  .option(...jsonOption)
  .action(({ json }: Json) =>
    withStore(async ({ db }) => {
      const page = await readHomePage(db)
      if (json) printJson(page)
      else printHomePage(page)
    }),
  )

type SetOptions = Json & { photos?: string }

const set = new Command('set')
  .description('replace the sliders and the grid by those of a JSON file')
  .argument('<file>', 'sliders and grid, in the order in which they are shown')
  .option('--photos <folder>', 'where the files are that the photos name')
  .option(...jsonOption)
  .action(async (file: string, { photos, json }: SetOptions) => {
    const wanted = homePageIn(await readFile(file, 'utf8'))
    await withStore(async ({ db, photoFolder }) => {
      const folders = photos === undefined ? undefined : { from: photos, to: photoFolder }
      const page = await changeHomePage(db, wanted, folders)
      if (json) printJson(page)
      else printHomePage(page)
    })
  })

/** Validates the file. The error lists all problems, with positions counted from 1. */
function homePageIn(text: string): HomePage {
  const { success, output, issues } = v.safeParse(HomePage, parsed(text))
  if (success) return output
  const faults = issues.map((issue) => `- ${placeOf(issue.path ?? [])} ${issue.message}.`)
  throw new Error(`The home page is not changed:\n${faults.join('\n')}`)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Error(`The file is not JSON: ${(error as Error).message}`)
  }
}

/** "sliders 2, link" for the path sliders.1.link. */
function placeOf(path: readonly { key?: unknown }[]): string {
  const names = path.map(({ key }) => (typeof key === 'number' ? key + 1 : String(key)))
  const [list, place, ...fields] = names
  if (list === undefined) return 'The file'
  return [place === undefined ? list : `${list} ${place}`, ...fields].join(', ')
}

export const homeCommand = new Command('home')
  .description('the sliders and the grid of the home page')
  .addCommand(show)
  .addCommand(set)
