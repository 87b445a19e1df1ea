/** The smallest thing that is a PDF file by its content and its size. */
export function aDocument(name: string): File {
  const content = `%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\n${'% a page that says nothing\n'.repeat(60)}%%EOF\n`;
  return new File([content], name, { type: 'application/pdf' });
}
