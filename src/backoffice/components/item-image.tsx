/** The image of an item in a list; an empty box without one. */
export const ItemImage = ({ src }: { src: string | null }) =>
  src ? (
    <img
      src={src}
      alt=""
      width={44}
      height={55}
      loading="lazy"
      className="h-[55px] w-11 shrink-0 rounded-xs object-cover"
    />
  ) : (
    <span className="h-[55px] w-11 shrink-0 rounded-xs bg-sand" />
  );
