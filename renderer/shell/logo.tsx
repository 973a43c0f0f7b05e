/** The logo of Winnow. */
export const Logo = ({ size = 22 }: { size?: number }) => (
  <img src={`${import.meta.env.BASE_URL}icon.svg`} width={size} height={size} alt="" />
)
