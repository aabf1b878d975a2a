/** The two files of the demo offer: a palette for GIMP, Krita and Inkscape, and a note. */
export const demoFiles = [
  {
    name: "studio-palette.gpl",
    contentType: "text/plain",
    text: `GIMP Palette
Name: Studio
Columns: 4
#
 28  36  52	Ink
 67  97 238	Lapis
 76 201 240	Sky
128 237 153	Mint
249 199  79	Straw
248 150  30	Marigold
249  65  68	Poppy
250 246 240	Paper
`,
  },
  {
    name: "read-me-first.txt",
    contentType: "text/plain",
    text: `Thank you for buying the Studio palette.

GIMP      copy studio-palette.gpl into the "palettes" folder (Edit > Preferences > Folders > Palettes)
Krita     Settings > Dockers > Palette > Import
Inkscape  copy it into the "palettes" folder of your settings (Edit > Preferences > System)

Use the colours in anything you make, paid work included. Please do not sell the palette itself.

Ada
`,
  },
] as const
