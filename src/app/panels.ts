/** One part of the program: who opens one menu opens another. */
export { BrandsPanel } from './BrandsPanel.tsx'
export { CollectionList } from './CollectionList.tsx'
export { CollectionPanel } from './CollectionPanel.tsx'
export { FullMenu } from './FullMenu.tsx'
