import { cut, type GarmentFacts } from './cutFacts.ts'

/** What is true of Indian clothes and shoes as they are drawn. */
export const ethnicFacts = {
  kurta: {
    fit: 'Regular, straight to the knee, side slits',
    measure: 'Length 101 cm in size M',
    pack: '1 kurta',
    netQuantity: '1 N',
    words: 'kurta kurtha ethnic shirt panjabi',
    cuts: [
      cut(
        'contrast-cuff',
        'contrast cuffs',
        'The collar, cuffs and hem are in {trim}, with a half placket of four buttons',
      ),
      cut(
        'mandarin-collar',
        'a stand collar',
        'Stand collar and a half placket of four buttons, all in one cloth',
      ),
      cut('contrast-placket', 'a contrast placket', 'Placket, collar and cuffs are in {trim}'),
    ],
  },
  kurti: {
    fit: 'A-line, easy at the waist, three-quarter sleeves',
    measure: 'Length 98 cm in size M, not lined',
    pack: '1 kurti',
    netQuantity: '1 N',
    words: 'kurti kurta tunic ethnic top',
    cuts: [
      cut(
        'round-neck',
        'a banded hem',
        'Round neck with three buttons, and bands of {trim} at sleeves and hem',
      ),
      cut('V-neck', 'a contrast neckline', 'V-neck edged in {trim}, with matching sleeves and hem'),
      cut(
        'front-panel',
        'a contrast front panel',
        'Round neck and a panel of {trim} down the front',
      ),
    ],
  },
  salwar: {
    fit: 'Straight shirt, gathered salwar with a drawstring',
    measure: 'Shirt 97 cm in size M; dupatta 2.25 m',
    pack: '1 shirt, 1 salwar, 1 dupatta',
    netQuantity: '1 N (set of 3 pieces)',
    words: 'salwar shalwar suit kameez dress set punjabi',
    cuts: [
      cut('', 'a dupatta', 'The salwar is in {trim}, the dupatta in a paler shade with a border'),
    ],
  },
  anarkali: {
    fit: 'Fitted bodice, full flare, long sleeves, side zip',
    measure: 'Length 122 cm in size M, cotton lining to the knee',
    pack: '1 anarkali',
    netQuantity: '1 N',
    words: 'anarkali suit gown frock umbrella kurta',
    cuts: [
      cut(
        'round-neck',
        'a scalloped hem',
        'Round neck edged in {trim}, and a scalloped, bound hem',
      ),
      cut(
        'contrast-bodice',
        'a contrast bodice',
        'The bodice is in {trim} and the flare ends in a scalloped border',
      ),
      cut(
        'panelled',
        'a contrast panel',
        'A panel of {trim} runs from the neck to a beaded waistband',
      ),
    ],
  },
  lehenga: {
    fit: 'Flared skirt with a side zip and tie, fitted blouse',
    measure: 'Skirt 102 cm long with a can-can layer; dupatta 2.5 m',
    pack: '1 lehenga skirt, 1 stitched blouse, 1 dupatta',
    netQuantity: '1 N (set of 3 pieces)',
    words: 'lehenga lehnga ghagra choli chaniya wedding',
    cuts: [
      cut(
        '',
        'a wide border',
        'Short-sleeved blouse and a wide border in {trim}, with a paler dupatta',
      ),
    ],
  },
  saree: {
    fit: 'Free size, 5.5 m drape',
    measure: 'Saree 5.5 m, unstitched blouse piece 0.8 m',
    pack: '1 saree, 1 unstitched blouse piece',
    netQuantity: '1 N (6.3 m)',
    words: 'saree sari sadi drape pallu',
    cuts: [
      cut('', 'a contrast border', 'Border, pallu and blouse piece are in {trim}, lined with zari'),
    ],
  },
  sherwani: {
    fit: 'Tailored, to the knee, with a narrow churidar',
    measure: 'Length 99 cm in size M, satin lining',
    pack: '1 sherwani, 1 churidar',
    netQuantity: '1 N (set of 2 pieces)',
    words: 'sherwani achkan groom wedding baraat indo-western',
    cuts: [
      cut(
        'contrast-placket',
        'a contrast placket',
        'Seven buttons on a placket of {trim}, and a pocket square',
      ),
      cut(
        'plain-front',
        'a contrast collar',
        'A plain front with seven buttons; collar and cuffs in {trim}',
      ),
      cut('bordered', 'a bordered hem', 'Placket, cuffs and a border at the hem in {trim}'),
    ],
  },
  nehru: {
    fit: 'Tailored, sleeveless, two welt pockets',
    measure: 'Length 70 cm in size M; the shirt shown is not in the pack',
    pack: '1 Nehru jacket',
    netQuantity: '1 N',
    words: 'nehru jacket waistcoat bandi sadri vest koti',
    cuts: [
      cut(
        'five-button',
        'welt pockets',
        'Stand collar in the same cloth, five buttons, and a pocket square in {trim}',
      ),
      cut('contrast-collar', 'a contrast collar', 'Stand collar and buttons in {trim}'),
      cut(
        'self-collar',
        'a pocket square',
        'Stand collar in the same cloth and a pocket square in {trim}',
      ),
    ],
  },
  juttis: {
    fit: 'True to size; the same for both feet until worn in',
    measure: 'Flat, padded leather sole',
    pack: '1 pair, 1 dust bag',
    netQuantity: '1 pair',
    words: 'juttis jutti mojari mojri khussa ethnic shoes flats',
    cuts: [
      cut('embroidered', 'a curled toe', 'Edged and embroidered in {trim}, with a curled toe'),
    ],
  },
} satisfies Record<string, GarmentFacts>
