interface TableProps {
  caption: string;
  note?: string;
  columns: readonly string[];
  /** the first cell of each row is its header */
  rows: readonly (readonly string[])[];
}

/** A small table of measurements that fits a phone without horizontal scrolling. */
export function Table({ caption, note, columns, rows }: TableProps) {
  return (
    <table className="tabular w-full border-collapse self-start text-left text-sm">
      <caption className="mb-3 text-left">
        <span className="font-medium">{caption}</span>
        {note && <span className="mt-1 block text-taupe">{note}</span>}
      </caption>
      <thead>
        <tr className="border-b border-edge">
          {columns.map((column) => (
            <th key={column} scope="col" className="py-2 pr-3 align-bottom text-xs font-medium text-taupe">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, ...cells]) => (
          <tr key={name} className="border-b border-line">
            <th scope="row" className="py-2.5 pr-3 align-top font-medium whitespace-nowrap">
              {name}
            </th>
            {cells.map((cell, column) => (
              <td key={columns[column + 1]} className="py-2.5 pr-3 align-top">
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
