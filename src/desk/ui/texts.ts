/** The texts of parts that several pages have. */
export const texts = {
  close: 'Close',
  cancel: 'Cancel',
  save: 'Save',
  saving: 'Saving…',
  couldNotSave: 'We couldn’t save this. Please try again.',
  late: (time: string) => `Late ${time}`,
  left: (until: string) => `left, by ${until}`,
  noPromise: 'No promise',
  camera: {
    open: 'Scan with camera',
    title: 'Scan a label',
    picture: 'Picture of the camera',
    hint: 'Hold the code on the label in the picture.',
    denied:
      'The desk may not use the camera. Allow it in the browser’s settings of this page, or type the code.',
    failed: 'The camera didn’t start. Close other apps that use it, or type the code.',
  },
} as const
