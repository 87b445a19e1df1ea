/** The smallest thing that is a PDF file by its content and its size. */
export function aDocument(name: string): File {
  const object = '1 0 obj\n<< /Type /Catalog >>\nendobj\n';
  const content = `%PDF-1.4\n${object}${'% a page that says nothing\n'.repeat(60)}%%EOF\n`;
  return new File([content], name, { type: 'application/pdf' });
}
