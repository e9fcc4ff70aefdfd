// Its files follow.
